interface Guide {
  slug: string
  /** The file, from the root of the repository; `docs/<slug>.md` if omitted. */
  file?: string
  /** The heading of the part of the file that is the guide. */
  part?: string
  title: string
  text: string
}

/** The guides for developers, as their pages and `/llms.txt` list them. */
export const GUIDES: readonly { title: string; guides: readonly Guide[] }[] = [
  {
    title: 'Start',
    guides: [
      {
        slug: 'walkthrough',
        file: 'README.md',
        part: 'From nothing to a recalled memory',
        title: 'Walkthrough',
        text: 'From nothing to a recalled memory with curl, in two minutes.',
      },
      { slug: 'quickstart-app', title: 'An app', text: 'Connect a person, remember, recall and receive a webhook.' },
      { slug: 'quickstart-python', title: 'An app in Python', text: 'The same steps with the Python client.' },
      { slug: 'quickstart-mcp', title: 'An MCP client', text: 'Give an AI client a memory.' },
      { slug: 'from-mem0', title: 'Migrating from mem0', text: 'What maps to what, and how to move.' },
      {
        slug: 'from-other-systems',
        title: 'Migrating from Zep, Letta, supermemory or LangGraph',
        text: 'What maps to what, and one command for all exports.',
      },
    ],
  },
  {
    title: 'How it works',
    guides: [
      { slug: 'scopes', title: 'Scopes', text: 'Where a memory lives, and what a grant covers.' },
      { slug: 'context', title: 'Context', text: 'Five ways to put a person’s memory in front of a model.' },
      { slug: 'changing-facts', title: 'Facts that change', text: 'What is current, what replaced what, and history.' },
      { slug: 'turns', title: 'Whole conversations', text: 'Send messages as they are; memories are extracted.' },
      { slug: 'held', title: 'Memories before the first account', text: 'Start under your own user ids.' },
      { slug: 'webhooks', title: 'Webhooks', text: 'Receive, verify and debug events.' },
      {
        slug: 'errors-and-limits',
        title: 'Errors and limits',
        text: 'Every failure, rate limits, quotas and retries.',
      },
      { slug: 'testing', title: 'Unit tests of an app', text: 'The service in memory, for tests without a server.' },
      { slug: 'debugging', title: 'Debug an app', text: 'Try calls, read the request log, follow webhooks.' },
      {
        slug: 'command-line',
        title: 'The command line',
        text: 'Forward and trigger webhooks, follow logs, remember and recall.',
      },
    ],
  },
  {
    title: 'Packages',
    guides: [
      {
        slug: 'sdk-js',
        file: 'sdk/js/README.md',
        title: 'The JavaScript SDK',
        text: 'Calls, webhooks, errors and retries, for Node, Bun, Deno and workers.',
      },
      {
        slug: 'sdk-python',
        file: 'sdk/python/README.md',
        title: 'The Python client',
        text: 'The same, blocking and asynchronous.',
      },
      {
        slug: 'adapters',
        file: 'packages/adapters/README.md',
        title: 'Adapters for AI frameworks',
        text: 'Which entry point is for which framework.',
      },
      {
        slug: 'mcp-bridge',
        file: 'packages/mcp-bridge/README.md',
        title: 'The MCP bridge',
        text: 'For MCP clients that can only start a program.',
      },
    ],
  },
  {
    title: 'Frameworks',
    guides: [
      { slug: 'ai-sdk', title: 'AI SDK', text: 'Middleware and tools.' },
      { slug: 'anthropic', title: 'Anthropic’s memory tool', text: 'Files under /memories, stored as memories.' },
      { slug: 'langchain', title: 'LangChain', text: 'Tools and a retriever.' },
      { slug: 'langgraph', title: 'LangGraph', text: 'A store.' },
      { slug: 'mastra', title: 'Mastra', text: 'A processor and tools.' },
      { slug: 'openai-agents', title: 'OpenAI Agents', text: 'Tools and a session.' },
    ],
  },
]
