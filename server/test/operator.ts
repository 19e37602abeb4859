import { expect } from 'vitest'
import { runAdminCommand } from '../src/service/admin-command.ts'
import type { TestService } from './service.ts'

/* Runs commands of the operator in the process of a test's service. */

/** Runs a command and returns its exit status and output. */
export function operator({ ports }: Pick<TestService, 'ports'>, ...words: string[]) {
  const keySettings = { secretKey: 'only for tests', secretKeyPrevious: undefined, dataDir: '' }
  return runAdminCommand({ ...ports, keySettings } as unknown as Parameters<typeof runAdminCommand>[0], words)
}

/** Runs a command that must succeed, with `--json`; returns its data. */
// biome-ignore lint/suspicious/noExplicitAny: commands return data of every shape.
export async function operatorOk(service: Pick<TestService, 'ports'>, ...words: string[]): Promise<any> {
  const { status, output } = await operator(service, ...words, '--json')
  expect(status, output).toBe(0)
  return JSON.parse(output)
}
