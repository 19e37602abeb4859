import { notifications } from '@mantine/notifications'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api, type Shape } from '../api/client.ts'
import { queries } from '../api/session.ts'
import { offerUndo } from './undo.tsx'

export type Memory = Shape<'Memory'>
export type Patch = Partial<Pick<Memory, 'content' | 'scope' | 'type' | 'importance' | 'pinned'>>

const PAGE_ROWS = 30
const PINNED_ROWS_MAX = 100
const DELETED_AT_ONCE_MAX = 100

/** What the list is cut to; each as the service takes it. */
export interface Filters {
  query?: string
  scope?: string
  type?: string
  app?: string
  from?: string
  to?: string
}

/**
 * Whether a memory answers what was searched for, by its words or its meaning. A search also brings what is merely new,
 * pinned or nearby, which helps an assistant and puzzles a person. All fit where nothing was searched for.
 */
export function fits({ score = 0, match }: Shape<'RecalledMemory'>): boolean {
  const { keyword = 0, vector = 0 } = match ?? {}
  return !match || keyword > 0 || (vector > 0 && score > 0)
}

/** The pinned memories that fit the filters. */
export const pinnedMemories = (filters: Filters) =>
  queryOptions({
    queryKey: ['memories', 'pinned', filters],
    placeholderData: keepPreviousData,
    queryFn: async () =>
      (
        await answer(
          api.GET('/v1/memories', { params: { query: { ...filters, pinned: 'true', limit: PINNED_ROWS_MAX } } }),
        )
      ).memories,
  })

/** All others, page by page. */
export const otherMemories = (filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['memories', 'others', filters],
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor }) =>
      answer(api.GET('/v1/memories', { params: { query: { ...filters, pinned: 'false', limit: PAGE_ROWS, cursor } } })),
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

/** Where memories lie, and how many. */
export const scopes = queryOptions({
  queryKey: ['scopes'],
  queryFn: async () => (await answer(api.GET('/v1/scopes'))).scopes,
})

/** The names everybody shares. */
export const catalog = queryOptions({
  queryKey: ['catalog'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: () => answer(api.GET('/v1/catalog', { params: { query: {} } })),
})

/** The apps the person has connected, those of the past included. */
export const connections = queryOptions({
  queryKey: ['connections'],
  queryFn: async () => (await answer(api.GET('/v1/connections'))).items,
})

/** Looks at everything anew that tells of memories. */
export function memoriesChanged(): Promise<unknown> {
  return Promise.all(
    ['memories', 'memory', 'scopes', 'usage', 'audit'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
  )
}

/** Keeps something the person has written. */
export async function addMemory(memory: { content: string; scope: string; kind?: string; occurredAt?: string }) {
  await answer(api.POST('/v1/memories', { body: { memories: [memory] } }))
  await memoriesChanged()
}

/** Changes what is given; the rest stays. */
export async function editMemory(id: string, body: Patch): Promise<void> {
  await answer(api.PATCH('/v1/memories/{id}', { params: { path: { id } }, body }))
  await memoriesChanged()
}

/** Deletes memories, and offers for a while to bring them back as they were. */
export async function deleteMemories(memories: readonly Memory[]): Promise<void> {
  for (let at = 0; at < memories.length; at += DELETED_AT_ONCE_MAX) {
    const ids = memories.slice(at, at + DELETED_AT_ONCE_MAX).map(({ id }) => id)
    await answer(api.POST('/v1/memories/delete', { body: { ids } }))
  }
  await memoriesChanged()
  const what = memories.length === 1 ? 'Memory deleted.' : `${memories.length} memories deleted.`
  offerUndo(what, () => bringBack(memories))
}

/** Puts memories back under the ids and times they had. */
async function bringBack(memories: readonly Memory[]): Promise<void> {
  await importLines(memories.map((memory) => JSON.stringify(memory)).join('\n'))
  await memoriesChanged()
  notifications.show({ message: 'Restored.', color: 'pine' })
}

/** Takes in lines of JSON, one a memory. */
function importLines(lines: string) {
  return answer(
    api.POST('/v1/import', {
      body: lines,
      bodySerializer: (body: string) => body,
      headers: { 'content-type': 'application/x-ndjson' },
    }),
  )
}
