/** Results of a language model of the AI SDK, for its mock model. */

export const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
export const finish = (unified: 'stop' | 'tool-calls') => ({ unified, raw: undefined })

export const says = (text: string) => ({
  content: [{ type: 'text' as const, text }],
  finishReason: finish('stop'),
  usage,
  warnings: [],
})

export const calls = (toolName: string, input: object, toolCallId = 'call_1') => ({
  content: [{ type: 'tool-call' as const, toolCallId, toolName, input: JSON.stringify(input) }],
  finishReason: finish('tool-calls'),
  usage,
  warnings: [],
})
