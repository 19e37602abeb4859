import { createOpenAI } from '@ai-sdk/openai'
import { HumanMessage, SystemMessage } from '@langchain/core/messages'
import { tool as langChainTool } from '@langchain/core/tools'
import { createReactAgent } from '@langchain/langgraph/prebuilt'
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai'
import { embedMany, generateObject, generateText, stepCountIs, streamObject, streamText, tool } from 'ai'
import { z } from 'zod'

/* What apps do with frameworks, through the OpenAI-compatible API: each function asks for the weather, and answers plainly. */

const SYSTEM = 'You are a weather frog.'
const PROMPT = 'I live in Boulder. How is the weather?'
const MODEL = 'gpt-4.1-mini'
const City = z.object({ city: z.string() })
const Weather = z.object({ city: z.string(), degrees: z.number() })
const lookUp = async ({ city }) => `Rain in ${city}.`

/** The AI SDK with one of the two APIs, `chat` or `responses`. */
export function aiSdk({ baseURL, apiKey, headers }, api) {
  const openai = createOpenAI({ baseURL, apiKey, headers })
  const asked = { model: openai[api](MODEL), system: SYSTEM, prompt: PROMPT, maxRetries: 0 }
  const tools = { get_weather: tool({ description: 'The weather.', inputSchema: City, execute: lookUp }) }
  const withTools = { ...asked, tools, stopWhen: stepCountIs(3), seed: 7 }
  return {
    async tools() {
      const { text, steps } = await generateText(withTools)
      return { text, calls: steps.flatMap(({ toolCalls }) => toolCalls.map(({ input }) => input)) }
    },
    async streamedTools() {
      const { textStream, steps } = streamText(withTools)
      const texts = []
      for await (const text of textStream) texts.push(text)
      const calls = (await steps).flatMap(({ toolCalls }) => toolCalls.map(({ input }) => input))
      return { text: texts.join(''), pieces: texts.length, calls }
    },
    object: async () => (await generateObject({ ...asked, schema: Weather })).object,
    async streamedObject() {
      const { partialObjectStream, object } = streamObject({ ...asked, schema: Weather })
      for await (const _ of partialObjectStream);
      return object
    },
    async embeddings() {
      const model = openai.embedding('text-embedding-3-small')
      return (await embedMany({ model, values: ['a', 'b'], maxRetries: 0 })).embeddings
    },
    failure: () => generateText(asked).then(undefined, (error) => error),
  }
}

/** LangChain, and an agent of LangGraph. */
export function langChain({ baseURL, apiKey, headers }, useResponsesApi) {
  const configuration = { baseURL, defaultHeaders: headers }
  const model = new ChatOpenAI({ model: MODEL, apiKey, configuration, maxRetries: 0, useResponsesApi })
  const weather = langChainTool(lookUp, { name: 'get_weather', description: 'The weather.', schema: City })
  const messages = [new SystemMessage(SYSTEM), new HumanMessage(PROMPT)]
  const joined = async (stream) => {
    let whole
    for await (const chunk of stream) whole = whole ? whole.concat(chunk) : chunk
    return whole
  }
  const callsOf = ({ tool_calls: calls }) => calls.map(({ name, args }) => ({ name, args }))
  const agent = createReactAgent({ llm: model, tools: [weather], prompt: SYSTEM })
  return {
    bound: async () => callsOf(await model.bindTools([weather]).invoke(messages)),
    streamedBound: async () => callsOf(await joined(await model.bindTools([weather]).stream(messages))),
    structured: (method) => model.withStructuredOutput(Weather, { name: 'weather', method }).invoke(messages),
    async agent() {
      const { messages: all } = await agent.invoke({ messages: [new HumanMessage(PROMPT)] })
      return all.map((message) => [message.getType(), message.text])
    },
    async streamedAgent() {
      const texts = []
      const stream = await agent.stream({ messages: [new HumanMessage(PROMPT)] }, { streamMode: 'messages' })
      for await (const [chunk] of stream) if (chunk.getType() === 'ai' && chunk.text) texts.push(chunk.text)
      return texts
    },
    embeddings: () =>
      new OpenAIEmbeddings({ model: 'e', apiKey, configuration, maxRetries: 0 }).embedDocuments(['a', 'b']),
    failure: () => model.invoke(messages).then(undefined, (error) => error),
  }
}
