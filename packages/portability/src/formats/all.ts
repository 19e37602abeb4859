import type { JsonReader } from '../document.ts'
import { chatgpt } from './chatgpt.ts'
import { claude, claudeManifest, claudeRest } from './claude.ts'
import { gemini } from './gemini.ts'
import { letta } from './letta.ts'
import { graphiti, langgraph, serverMemory, supermemory } from './memory-graphs.ts'
import { mem0, omi, openMemory, plainList } from './memory-stores.ts'
import { mif } from './mif.ts'
import { grok, leChat, perplexity } from './other-chats.ts'
import { ours } from './ours.ts'
import { pam } from './pam.ts'

/** The readers of JSON, the most particular first: the first that matches a document reads it. */
export const JSON_READERS: readonly JsonReader[] = [
  pam,
  mif,
  omi,
  ours,
  chatgpt,
  claude,
  claudeManifest,
  claudeRest,
  gemini,
  grok,
  leChat,
  perplexity,
  letta,
  openMemory,
  supermemory,
  langgraph,
  graphiti,
  serverMemory,
  mem0,
  plainList,
]
