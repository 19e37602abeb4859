// Trail Coach as a route handler of Next.js with the AI SDK: save it as app/api/coach/route.js. It adds the
// person's memories to the prompt, streams the answer, and sends the turn to the service, which extracts memories from it.
import { createOpenAI } from '@ai-sdk/openai'
import { memoryMiddleware } from '@memory-service/adapters/ai-sdk'
import { MemoryService } from '@memory-service/sdk'
import { convertToModelMessages, streamText, wrapLanguageModel } from 'ai'

const { MEMORY_URL, OPENAI_API_KEY, OPENAI_BASE_URL, COACH_MODEL = 'gpt-5-mini' } = process.env
const openai = createOpenAI({ apiKey: OPENAI_API_KEY, baseURL: OPENAI_BASE_URL })

export async function POST(request) {
  const { id, messages } = await request.json()
  const token = tokenOf(request)
  if (!token) return Response.json({ error: 'not_connected' }, { status: 401 })
  const memory = new MemoryService({ baseUrl: MEMORY_URL, token })
  const result = streamText({
    model: wrapLanguageModel({ model: openai.chat(COACH_MODEL), middleware: memoryMiddleware(memory, { limit: 5 }) }),
    system: 'You are Trail Coach. Answer in two sentences.',
    messages: await convertToModelMessages(messages),
    async onFinish({ text }) {
      const { role, parts: content } = messages.at(-1)
      await memory.turns.add(
        [
          { role, content },
          { role: 'assistant', content: text },
        ],
        { conversationId: id },
      )
    },
  })
  return result.toUIMessageStreamResponse()
}

// A real app looks up the token of the signed-in user in its database.
function tokenOf(request) {
  return /coach_token=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1]
}
