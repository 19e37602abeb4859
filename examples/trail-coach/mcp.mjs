// Trail Coach over MCP, without our SDK: logs a run, and prints a prompt with earlier runs for any model.
//
//   MEMORY_URL=… MEMORY_TOKEN=… node examples/trail-coach/mcp.mjs "Ran 12 km on the ridge trail."
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const { MEMORY_URL, MEMORY_TOKEN } = process.env
const [, , run = 'Ran 8 km on the river trail.'] = process.argv

const client = new Client({ name: 'trail-coach', version: '1.0.0' })
const headers = { authorization: `Bearer ${MEMORY_TOKEN}` }
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', MEMORY_URL), { requestInit: { headers } }))

const memories = [{ content: run, scope: 'fitness.trail', kind: 'event' }]
const { isError, content } = await client.callTool({ name: 'remember', arguments: { memories } })
if (isError) throw new Error(content[0].text)

const { messages } = await client.getPrompt({ name: 'prepare', arguments: { topic: 'trail runs', scope: 'fitness.*' } })
console.log(messages[0].content.text)
await client.close()
