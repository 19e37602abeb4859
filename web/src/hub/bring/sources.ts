import { t } from '@lingui/core/macro'
/* How to get what other services have, in three lines each. */

export interface HowTo {
  name: string
  steps: readonly [string, string, string]
}

export const howTo = (): readonly HowTo[] => [
  {
    name: 'ChatGPT',
    steps: [
      t`Open Settings → Data controls → Export data. A link comes by mail and lasts a day.`,
      t`Drop the zip file here as it is. It holds your chats.`,
      t`Saved memories are not in it: copy them from Settings → Personalization → Manage memories, and paste them here.`,
    ],
  },
  {
    name: 'Claude',
    steps: [
      t`Open Settings → Privacy → Export data. A link comes by mail.`,
      t`Drop all the zip files here together. They hold chats, projects and what Claude has noted about you.`,
      t`Its notes are written by a model, so they wait for your review.`,
    ],
  },
  {
    name: 'Gemini',
    steps: [
      t`Open takeout.google.com, select only My Activity, and there only Gemini Apps.`,
      t`Choose JSON as the format, if it is offered, and download the archive.`,
      t`Drop the zip file here as it is.`,
    ],
  },
  {
    name: 'mem0',
    steps: [
      t`Export your memories in the dashboard, or save the reply of get_all as a JSON file.`,
      t`By default, get_all returns only 20 memories: ask for more with top_k.`,
      t`Drop the JSON file here.`,
    ],
  },
  {
    name: t`Obsidian and other notes`,
    steps: [
      t`Compress the folder of your notes to a zip file.`,
      t`Drop it here. Templates, code and tasks are left out.`,
      t`Sentences from notes wait for your review, because they can be about anything.`,
    ],
  },
  {
    name: 'Grok, Le Chat, Copilot, Perplexity',
    steps: [
      t`Export your data in the settings of your account there.`,
      t`Drop the file that you get here as it is.`,
      t`Chats become chats; facts that you stated in them wait for your review.`,
    ],
  },
  {
    name: t`Another memory system`,
    steps: [
      t`Export from OpenMemory, Letta, LangGraph, supermemory, Graphiti, server-memory or basic-memory.`,
      t`Files of the formats PAM, MIF, OMI and .mem are read, too, and so are your own exports from here.`,
      t`Drop the file here. What it is follows from its content, not from its name.`,
    ],
  },
]

/** What to ask another assistant that has no export. */
export const question = () =>
  t`List everything you remember about me in one code block, one memory a line, each as: [YYYY-MM-DD] - memory. Write [unknown] where you do not know the date. Leave nothing out, and add nothing.`
