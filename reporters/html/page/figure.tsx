// A place for a drawing of Observable Plot, drawn anew when its width or its data change.
import { useEffect, useRef, useState } from 'preact/hooks'

interface FigureProps {
  readonly title: string
  /** What the drawing shows, for those who cannot see it. */
  readonly label: string
  /** Must be the same function as long as the data are. */
  readonly draw: (width: number) => Element
  readonly note?: string
}

/** See the file's head. */
export function Figure({ title, label, draw, note }: FigureProps) {
  const place = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.round(entry.contentRect.width))
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (width === 0) return
    const drawing = draw(width)
    // The place around it has the words.
    drawing.setAttribute('aria-hidden', 'true')
    place.current?.replaceChildren(drawing)
  }, [width, draw])
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <div class="drawing" ref={place} role="img" aria-label={label} />
      {note !== undefined && <p class="muted">{note}</p>}
    </figure>
  )
}
