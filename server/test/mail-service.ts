import type { Config } from '../src/foundation/config.ts'
import type { Overrides } from '../src/service.ts'
import { openMailServer } from './mail-server.ts'
import { testService } from './service.ts'

/** A service and the server that receives its mails; it stops with the service. */
export async function serviceWithMail(over: Partial<Config> = {}, overrides: Overrides = {}) {
  const smtp = await openMailServer()
  const service = await testService({ ...smtp.config, ...over }, overrides)
  const stop = async () => {
    await service.stop()
    await smtp.close()
  }
  return { smtp, service: { ...service, stop } }
}
