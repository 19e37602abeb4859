// Trail Coach with LangGraph: a graph that finds earlier runs, gives advice and stores the new run.
//
//   MEMORY_URL=… MEMORY_TOKEN=… OPENAI_API_KEY=… node examples/trail-coach/langgraph.mjs "Ran 12 km on the ridge trail."
import { randomUUID } from 'node:crypto'
import { Annotation, END, START, StateGraph } from '@langchain/langgraph'
import { ChatOpenAI } from '@langchain/openai'
import { MemoryStore } from '@memory-service/adapters/langgraph'
import { MemoryService } from '@memory-service/sdk'

const { MEMORY_URL, MEMORY_TOKEN, OPENAI_API_KEY, OPENAI_BASE_URL, COACH_MODEL = 'gpt-5-mini' } = process.env
const memory = new MemoryService({ baseUrl: MEMORY_URL, token: MEMORY_TOKEN })
const model = new ChatOpenAI({
  model: COACH_MODEL,
  apiKey: OPENAI_API_KEY,
  configuration: { baseURL: OPENAI_BASE_URL },
})

const State = Annotation.Root({ run: Annotation(), earlier: Annotation(), advice: Annotation() })

const coach = new StateGraph(State)
  .addNode('look', async ({ run }, { store }) => {
    const items = await store.search(['runs'], { query: run, limit: 5 })
    return { earlier: items.map(({ value }) => value.text) }
  })
  .addNode('advise', async ({ run, earlier }) => {
    const known = earlier.length ? earlier.join('\n') : 'none'
    const { content } = await model.invoke([
      ['system', `You are Trail Coach. Answer in two sentences. Earlier runs of the person:\n${known}`],
      ['human', run],
    ])
    return { advice: content }
  })
  .addNode('keep', async ({ run }, { store }) => {
    await store.put(['runs'], randomUUID(), { text: run })
  })
  .addEdge(START, 'look')
  .addEdge('look', 'advise')
  .addEdge('advise', 'keep')
  .addEdge('keep', END)
  .compile({ store: new MemoryStore(memory, { scope: 'fitness.trail' }) })

const { earlier, advice } = await coach.invoke({ run: process.argv[2] ?? 'Ran 8 km on the river trail.' })
console.log(`Knew ${earlier.length} runs.`)
console.log(advice)
