// What servers, their libraries and agents say when a call did not get through.
import { describe, expect, test } from 'vitest'
import {
  classifyMessage,
  classifyStatus,
  readRetryAfter,
} from '../../../../plugins/agents/shared/transport.js'

test.each([
  [401, 'not-logged-in'],
  [403, 'not-logged-in'],
  [408, 'connection-lost'],
  [429, 'rate-limited'],
  [500, 'overloaded'],
  [503, 'overloaded'],
  [529, 'overloaded'],
  [400, null],
  [404, null],
  [200, null],
  [null, null],
])('the status %o is %o', (status, code) => {
  expect(classifyStatus(status)).toBe(code)
})

describe('a message', () => {
  test.each([
    ['API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}', 'overloaded'],
    ['API Error: Request rejected (429) · busy', 'rate-limited'],
    ['HTTP/1.1 503 Service Unavailable', 'overloaded'],
    ['{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}', 'rate-limited'],
    ['429: {"message":"x"}', 'rate-limited'],
    ['429 Too Many Requests', 'rate-limited'],
    ['You exceeded your current quota', 'rate-limited'],
    ["You've hit your limit · resets 3pm", 'rate-limited'],
    ['Error: 502 Bad Gateway', 'overloaded'],
    ['The model is overloaded. Please try again later.', 'overloaded'],
    ['Invalid API key · Please run /login', 'not-logged-in'],
    ['Incorrect API key provided: sk-x', 'not-logged-in'],
    ['No api key passed in.', 'not-logged-in'],
    ['Missing environment variable: `OPENAI_API_KEY`', 'not-logged-in'],
    ['OAuth token has expired', 'not-logged-in'],
    ['read ECONNRESET', 'connection-lost'],
    ['getaddrinfo EAI_AGAIN api.example.com', 'connection-lost'],
    ['TypeError: fetch failed', 'connection-lost'],
    ['terminated: other side closed (UND_ERR_SOCKET)', 'connection-lost'],
    ['terminated', 'connection-lost'],
    ['Request timed out.', 'connection-lost'],
    ['which failed with: stream_truncated, StreamTruncatedError', 'connection-lost'],
    ['Unable to connect. Is the computer able to access the url?', 'connection-lost'],
  ])('%s is %s', (message, code) => {
    expect(classifyMessage(message)).toBe(code)
  })

  test.each([
    'the check fails at line 429',
    '503 files were read',
    'process terminated by the user',
    'exit status 500000',
    'ENOENT: no such file',
    '',
  ])('%j says nothing of the kind', (message) => {
    expect(classifyMessage(message)).toBeNull()
  })

  test('is told by its status before its words', () => {
    expect(classifyMessage('connection error: status 401, retry later')).toBe('not-logged-in')
  })
})

describe('the wait that is asked for', () => {
  test.each([
    ['retry-after: 7', 7],
    ['"retry-after":"0.5"', 0.5],
    ['retry-after-ms: 1500', 1.5],
    ['Please try again in 11.054s.', 11.054],
    ['Please try again in 28ms', 0.028],
    ['Please try again in 1m30s', 90],
    ['try again in 5 minutes', 300],
    ['"retryDelay":"34s"', 34],
    ['Suggested retry after 1s.', 1],
    ['Please retry in 33.5s', 33.5],
    ['retry in 20 seconds', 20],
  ])('%s', (message, seconds) => {
    expect(readRetryAfter(message)).toBeCloseTo(seconds)
  })

  test.each(['retry later', 'try again', 'retry-after: soon', '', '9'.repeat(400)])(
    '%j asks for none',
    (message) => {
      expect(readRetryAfter(message)).toBeNull()
    },
  )
})

test('only the end of a very long message is looked at', () => {
  const filler = 'retry after in a stream of status code '.repeat(200_000)
  expect(classifyMessage(`status 429 ${filler}`)).toBeNull()
  expect(classifyMessage(`${filler} status 429`)).toBe('rate-limited')
  expect(readRetryAfter(`retry-after: 3 ${filler}`)).toBeNull()
})
