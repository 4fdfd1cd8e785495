// A command with a button that copies it.
import { useState } from 'preact/hooks'

/** A command in one line, and the button. */
export function Command({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    setCopied(await copyText(text))
  }
  return (
    <span class="command">
      <code>{text}</code>
      <button
        type="button"
        class="quiet"
        onClick={copy}
        onBlur={() => setCopied(false)}
        aria-label={`Copy: ${text}`}
      >
        {copied ? 'copied' : 'copy'}
      </button>
    </span>
  )
}

// Pages from disk have no clipboard in some browsers.
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
