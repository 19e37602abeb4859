import type { RefusalCode } from '@memory-service/portability/errors'
import type { Progress } from '@memory-service/portability/import'
import type { Survey } from '@memory-service/portability/survey'

/* The messages between the page and the worker that reads files. The worker sends nothing anywhere else. */

/** What was found in the files. */
export interface Preview extends Survey {
  /** The names of the formats. */
  label: string
}

/** What the person chose, and how many chats and messages can be stored. */
export interface Selection {
  /** See `Choice` of the package. */
  topics: ReadonlyMap<string, string | null>
  without: ReadonlySet<string>
  withoutChats: boolean
  max: { chats: number; messages: number }
}

export type Request =
  | { kind: 'read'; files: readonly Blob[]; text: string }
  | { kind: 'select'; selection: Selection }
  | { kind: 'next' }

/** Lines of one request to the service. */
export interface Chunk {
  /** In UTF-8. The worker hands them over without a copy. */
  lines: Uint8Array<ArrayBuffer>
  /** How many lines there were with these, of how many. */
  sent: number
  total: number
  isLast: boolean
}

export type Reply =
  | { kind: 'progress'; progress: Progress }
  | { kind: 'preview'; preview: Preview }
  | { kind: 'chunk'; chunk: Chunk }
  /** Without a reason, the file cannot be read at all. */
  | { kind: 'refused'; reason: { code: RefusalCode; message: string } | undefined }
