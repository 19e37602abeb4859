import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { MemoryService } from '@memory-service/sdk'
import { type guideOf, openFolder } from '../../../server/test/guide.ts'
import type { TestService } from '../../../server/test/service.ts'

const SCOPES = ['fitness', 'fitness.*', 'note', 'note.*'].flatMap((scope) => [
  `memory:read:${scope}`,
  `memory:write:${scope}`,
])

/** A user who granted an app these scopes. */
export async function connected(service: TestService, scopes = SCOPES) {
  const { token } = await service.connected(scopes)
  return { token, memory: new MemoryService({ baseUrl: service.url, token }) }
}

/** Imports a module that a document shows, unchanged. */
export async function shown({ blocks }: ReturnType<typeof guideOf>, name: string) {
  const folder = openFolder(blocks)
  try {
    return await import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const RIVER = 'Runs along the river every Tuesday.'
