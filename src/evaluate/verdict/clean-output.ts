// Makes the text of a judge ready to be read: without the prompt's echo, terminal codes and thinking.
import { removePrompt } from './remove-prompt.js'
import { removeThinking } from './remove-thinking.js'
import { removeTerminalCodes } from './terminal-codes.js'

/**
 * Standard output of a plain command as its final text: first without the prompt (a newline in its place), whose examples
 * are nobody's answer, then cleaned as {@link cleanFinalText} does. Linear in both texts.
 */
export function cleanPlainOutput(stdout: string, prompt: string): string {
  return cleanFinalText(removePrompt(stdout, prompt))
}

/**
 * The final text of an agent without terminal codes and then without `<think>` blocks that start a line. A model behind any
 * agent may think aloud in its answer, and what it weighed there is no verdict wherever it came from.
 */
export function cleanFinalText(text: string): string {
  return removeThinking(removeTerminalCodes(text))
}
