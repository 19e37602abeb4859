import { t } from '@lingui/core/macro'
import type { Progress } from '@memory-service/portability/import'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { asApiError } from '../../api/errors.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { notify } from '../../ui/notify.ts'
import { invalidateMemories } from '../memories/memory.ts'
import type { Chunk, Preview, Selection } from './protocol.ts'
import { Reader } from './reader.ts'
import { setReading } from './reading.tsx'

/** What became of the lines that were sent. */
export interface Sent {
  record: Shape<'ImportRecord'>
  skipped: number
  overLimit: number
  /** Other lines that were rejected, and the first of their messages. */
  failed: number
  messages: readonly string[]
}

export type ImportState =
  | { step: 'choose'; error?: unknown }
  | { step: 'reading'; progress: Progress | undefined }
  | { step: 'preview'; preview: Preview; error?: unknown }
  | { step: 'sending'; preview: Preview; share: number; sent: Sent | undefined; isStopping: boolean }
  | { step: 'stopped'; preview: Preview; share: number; sent: Sent | undefined; error?: unknown }
  | { step: 'done'; preview: Preview; sent: Sent }

const MESSAGES_MAX = 5
const IS_OVER_LIMIT = /^exceeds the limit of /

// The import itself is stored, and the list of imports offers to read its chats.
function showFailure(error: unknown): void {
  notify({ color: 'red', title: t`That did not work`, message: asApiError(error).message })
}

/** Refetches everything that an import changes. */
export async function invalidateImported(): Promise<void> {
  await Promise.all([invalidateMemories(), invalidate(queryKeys.chats, queryKeys.candidates, queryKeys.imports)])
}

/** An import from the choice of files to its end. Leaving the page stops it; what was stored is complete. */
export function useImport() {
  const [state, setState] = useState<ImportState>({ step: 'choose' })
  const reader = useRef<Reader>(undefined)
  /** Lines that were read and not yet stored, so that a continued import loses none. */
  const pending = useRef<Chunk>(undefined)
  const isStopping = useRef(false)
  const importId = useRef('')
  /** Whether the chat model reads the chats once they are stored. */
  const isReadAfterwards = useRef(false)

  const close = useCallback(() => {
    isStopping.current = true
    reader.current?.close()
    reader.current = undefined
    pending.current = undefined
  }, [])
  useEffect(() => close, [close])
  const isSending = state.step === 'sending'
  useEffect(() => {
    if (!isSending) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isSending])

  const read = async (files: readonly Blob[], text: string) => {
    close()
    isStopping.current = false
    setState({ step: 'reading', progress: undefined })
    const opened = new Reader((progress) => {
      if (reader.current === opened) setState({ step: 'reading', progress })
    })
    reader.current = opened
    try {
      const preview = await opened.read(files, text)
      if (reader.current === opened) setState({ step: 'preview', preview })
    } catch (error) {
      if (reader.current !== opened) return
      close()
      setState({ step: 'choose', error })
    }
  }

  const start = async (preview: Preview, selection: Selection, withModel: boolean) => {
    const opened = reader.current
    if (!opened) return
    isReadAfterwards.current = withModel
    opened.select(selection)
    try {
      const body = { label: preview.label.slice(0, 200), digest: preview.digest }
      importId.current = (await unwrap(api.POST('/v1/imports', { body }))).id
    } catch (error) {
      setState({ step: 'preview', preview, error })
      return
    }
    await send(preview, undefined, 0)
  }

  /** Sends lines until they end or the person stops. */
  const send = async (preview: Preview, before: Sent | undefined, begun: number) => {
    const opened = reader.current
    if (!opened) return
    isStopping.current = false
    let [sent, share] = [before, begun]
    setState({ step: 'sending', preview, share, sent, isStopping: false })
    try {
      while (!isStopping.current) {
        const chunk = pending.current ?? (await opened.next())
        pending.current = chunk
        const reply = await sendLines(importId.current, chunk)
        pending.current = undefined
        sent = added(sent, reply)
        share = chunk.total ? chunk.sent / chunk.total : 1
        if (chunk.isLast) {
          close()
          if (isReadAfterwards.current) await setReading(importId.current, true).catch(showFailure)
          setState({ step: 'done', preview, sent })
          return
        }
        if (reader.current !== opened) return
        setState({ step: 'sending', preview, share, sent, isStopping: isStopping.current })
      }
      if (reader.current === opened) setState({ step: 'stopped', preview, share, sent })
    } catch (error) {
      if (reader.current === opened) setState({ step: 'stopped', preview, share, sent, error })
    } finally {
      await invalidateImported()
    }
  }

  return {
    state,
    read,
    start,
    stop() {
      isStopping.current = true
      if (state.step === 'sending') setState({ ...state, isStopping: true })
    },
    resume() {
      if (state.step === 'stopped') send(state.preview, state.sent, state.share)
    },
    reset() {
      close()
      setState({ step: 'choose' })
    },
  }
}

function sendLines(id: string, { lines, isLast }: Chunk): Promise<Shape<'Imported'>> {
  return unwrap(
    api.POST('/v1/import', {
      params: { query: { import: id, finish: isLast ? 'true' : 'false' } },
      // The lines are bytes already; the type of the body is the text that they hold.
      body: '',
      bodySerializer: () => lines,
      headers: { 'content-type': 'application/x-ndjson' },
    }),
  )
}

function added(before: Sent | undefined, reply: Shape<'Imported'>): Sent {
  const { skipped, overLimit = 0, errorCount, errors } = reply
  const news = errors.map(({ message }) => message).filter((message) => !IS_OVER_LIMIT.test(message))
  return {
    record: reply.import as Shape<'ImportRecord'>,
    skipped: (before?.skipped ?? 0) + skipped,
    overLimit: (before?.overLimit ?? 0) + overLimit,
    failed: (before?.failed ?? 0) + errorCount - overLimit,
    messages: [...new Set([...(before?.messages ?? []), ...news])].slice(0, MESSAGES_MAX),
  }
}
