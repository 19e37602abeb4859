import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { testService } from './service.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Starts a service, uses it and stops it; returns weak references to what it held. */
async function stopped(): Promise<WeakRef<object>[]> {
  const service = await testService()
  const { token } = await service.connected(['memory:read:*', 'memory:write:*'])
  await service.remember(token, [{ kind: 'fact', scope: 'note', content: 'Has a dog called Bo.' }])
  await service.get('/v1/memories?query=dog', token)
  const { ports } = service
  await service.stop()
  return [ports, ports.db, ports.recall, ports.measures.register].map((each) => new WeakRef<object>(each))
}

test('a stopped service is released from memory', async () => {
  const references = await stopped()
  const held = () => {
    collectGarbage()
    return references.filter((reference) => reference.deref()).length
  }
  await expect.poll(held).toBe(0)
})
