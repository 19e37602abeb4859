import { expect, test } from 'vitest'
import { newSigningSecret } from '../src/domain/webhooks/signature.ts'
import { newSecret } from '../src/foundation/auth/secrets.ts'
import { newId } from '../src/foundation/ids.ts'
import { expectNoLeaks, lookAt, watchedLog, watchFor } from './leaks.ts'

test('detects secrets, known passwords and injected log lines', () => {
  const log = watchedLog()
  watchFor('a quiet walk by the sea')
  for (const secret of [newSecret('mst'), newSecret('cod'), newSigningSecret(), 'a quiet walk by the sea']) {
    log.info(`a request with ${secret}`)
    expect(expectNoLeaks).toThrow(/the log shows/)
    lookAt('a refusal', JSON.stringify({ error: { message: `not ${secret}` } }))
    expect(expectNoLeaks).toThrow(/a refusal shows/)
  }
  log.info({ err: new Error('broken\r\n{"level":60}'), id: newId('mem') }, 'x\n{"level":60}')
  expect(expectNoLeaks).not.toThrow()
})
