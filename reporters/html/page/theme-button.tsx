// Light, dark, or as the system is.
import { useLayoutEffect, useState } from 'preact/hooks'

const KEY = 'eval-checks-theme'
const themes = ['auto', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

/** The button that goes through the three; it remembers where the browser lets it. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>(readTheme)
  useLayoutEffect(() => {
    if (theme === 'auto') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
    try {
      localStorage.setItem(KEY, theme)
    } catch {
      // Not remembered, then.
    }
  }, [theme])
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'auto'
  return (
    <button
      type="button"
      class="quiet theme"
      onClick={() => setTheme(next)}
      aria-label={`Colours: ${theme}. Change to ${next}`}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="7.5" />
        <path d="M10 2.5a7.5 7.5 0 0 1 0 15z" />
      </svg>
      {theme}
    </button>
  )
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return themes.find((theme) => theme === stored) ?? 'auto'
  } catch {
    return 'auto'
  }
}
