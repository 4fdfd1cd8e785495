// Sources of paired differences whose true mean is known.
import { normalQuantile } from '../dist/src/statistics/distributions.js'
import { mulberry32 } from '../dist/src/statistics/mulberry32.js'

/** Chances of the grades 1 to 5 that a judge gives by a rubric. */
const rubric = [0.05, 0.15, 0.3, 0.35, 0.15]

/** Sources by kind, each `{ mean, draw }` with a seed of its own; `gain` is the true difference asked for. */
export function makeSources(gain) {
  return {
    normal: { mean: gain, draw: fromUniform(1, (u) => gain + normalQuantile(u())) },
    // Both arms are graded 1 to 5; the treatment is one grade better with the chance `gain`, where there is one.
    rubric: {
      mean: gain * (1 - rubric[4]),
      draw: fromUniform(2, (u) => {
        const [control, treatment] = [grade(u()), grade(u())]
        return Math.min(5, treatment + (u() < gain ? 1 : 0)) - control
      }),
    },
    // Rare large losses against smaller gains that make up for them: -2 at 8%, +1 at 16%.
    skewed: {
      mean: gain,
      draw: fromUniform(3, (u) => {
        const place = u()
        return gain + (place < 0.08 ? -2 : place < 0.24 ? 1 : 0)
      }),
    },
  }
}

function fromUniform(seed, draw) {
  const random = mulberry32(seed)
  const uniform = () => (random() + 0.5) / 2 ** 32
  return () => draw(uniform)
}

function grade(place) {
  let reached = 0
  for (const [index, chance] of rubric.entries()) {
    reached += chance
    if (place < reached) return index + 1
  }
  return 5
}
