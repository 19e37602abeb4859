/* Chats of other services in miniature. All people and contents are invented. */

export const CHATGPT_CHAT = {
  id: 'conv-knots',
  conversation_id: 'conv-knots',
  title: 'Knots',
  create_time: 1_760_000_000.25,
  update_time: 1_760_000_900,
  current_node: 'a2',
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['profile'] },
    profile: node('profile', 'root', ['u1'], {
      author: { role: 'user' },
      content: {
        content_type: 'user_editable_context',
        user_profile: 'About them:\n```I mend nets in Tromsø.```',
        user_instructions: 'How to answer:\n```Keep it short.```',
      },
      metadata: { is_visually_hidden_from_conversation: true },
    }),
    u1: node('u1', 'profile', ['a0', 'a1'], {
      ...said('user', 'Which knot holds a wet rope?'),
      create_time: 1_760_000_001,
    }),
    a0: node('a0', 'u1', [], { ...said('assistant', 'An abandoned answer.'), create_time: 1_760_000_002 }),
    a1: node('a1', 'u1', ['bio'], {
      ...said('assistant', 'The bowline\ue200cite\ue202turn0\ue201.'),
      create_time: 1_760_000_003,
    }),
    bio: node('bio', 'a1', ['u2'], {
      ...said('assistant', 'Owns a rowing boat called Skua.'),
      recipient: 'bio',
      create_time: 1_760_000_004,
    }),
    u2: node('u2', 'bio', ['a2'], {
      ...said('user', "I'm allergic to hazelnuts. And the second best?"),
      create_time: null,
    }),
    a2: node('a2', 'u2', [], { ...said('assistant', 'A sheet bend.'), create_time: 1_760_000_006 }),
  },
}

function said(role: string, text: string) {
  return { author: { role }, content: { content_type: 'text', parts: [text] } }
}

function node(id: string, parent: string, children: string[], message: object) {
  return {
    id,
    parent,
    children,
    message: { id, weight: 1, recipient: 'all', metadata: {}, create_time: null, ...message },
  }
}

/** The same chat after another question. */
export const CHATGPT_CHAT_LATER = {
  ...CHATGPT_CHAT,
  update_time: 1_760_009_000,
  current_node: 'u3',
  mapping: {
    ...CHATGPT_CHAT.mapping,
    a2: { ...CHATGPT_CHAT.mapping.a2, children: ['u3'] },
    u3: node('u3', 'a2', [], { ...said('user', 'My brother Odd lives in Bodø.'), create_time: 1_760_009_000 }),
  },
}

export const CHATGPT_PRIVATE = {
  ...CHATGPT_CHAT,
  id: 'conv-private',
  conversation_id: 'conv-private',
  is_do_not_remember: true,
}

export const CLAUDE_CHAT = {
  uuid: '5d0c1c9e-0000-4000-8000-00000000000a',
  name: '',
  created_at: '2026-01-04T08:00:00.123456Z',
  updated_at: '2026-01-04T08:10:00Z',
  chat_messages: [
    claudeMessage('m1', undefined, 'human', 'I teach pottery in Aarhus.'),
    claudeMessage('m2', 'm1', 'assistant', 'Which clay do you use?'),
    claudeMessage('m3', 'm2', 'human', 'A branch that was left.'),
    {
      ...claudeMessage('m4', 'm2', 'human', 'Stoneware.'),
      text: 'Stoneware.\n```\nThis block is not supported on your current device yet.\n```',
      attachments: [{ file_name: 'a.txt', extracted_content: 'I live in an attachment.' }],
    },
  ],
}

function claudeMessage(uuid: string, parent: string | undefined, sender: string, text: string) {
  const times = { created_at: `2026-01-04T08:0${uuid.slice(1)}:00Z` }
  const content = [
    { type: 'thinking', thinking: 'I wonder.' },
    { type: 'text', text },
  ]
  return { uuid, sender, text, content, ...times, ...(parent ? { parent_message_uuid: parent } : {}) }
}

export const CLAUDE_MEMORIES = {
  conversations_memory: '**Work**\n\nIngrid throws bowls. She sells them at a market.\n',
  project_memories: { p1: 'The kiln holds forty bowls.' },
}

export const GEMINI_ACTIVITY = [
  { header: 'Gemini Apps', title: 'Used Gemini Apps', time: '2026-01-05T10:00:00Z', products: ['Gemini Apps'] },
  {
    header: 'Gemini Apps',
    title: 'Prompted And in winter?',
    time: '2026-01-05T09:02:00Z',
    products: ['Gemini Apps'],
    details: [{ url: 'https://gemini.google.com/app/0123456789abcdef' }],
    safeHtmlItem: [{ html: '<p>Wool &amp; down.</p><script>alert(1)</script>' }],
  },
  {
    header: 'Gemini Apps',
    title: 'Prompted What to wear at sea?',
    time: '2026-01-05T09:00:00Z',
    products: ['Gemini Apps'],
    details: [{ url: 'https://gemini.google.com/app/0123456789abcdef' }],
    safeHtmlItem: [{ html: '<p>Layers:</p><ul><li>wool</li><li>oilskin</li></ul>' }],
  },
  { header: 'YouTube', title: 'Watched a film', time: '2026-01-05T08:00:00Z', products: ['YouTube'] },
]

export const GEMINI_HTML = `<!doctype html><html><body><div class="mdl-grid"><div class="outer-cell mdl-cell"><div class="mdl-grid">
<div class="header-cell mdl-cell"><p>Gemini Apps<br></p></div><div class="content-cell mdl-cell">Prompted&nbsp;How deep is the fjord?<br>Jan 5, 2026, 3:07:02\u202fPM GMT+01:00<br><p>About 600 <b>metres</b>.</p></div>
<div class="content-cell mdl-cell"></div></div></div></div></body></html>`

export const GROK = {
  conversations: [
    {
      conversation: { id: 'g1', title: 'Tides', create_time: '2026-01-01T00:00:00Z' },
      responses: [
        grokResponse('r1', null, 'human', 'When is high water?', 1_767_225_600_000),
        grokResponse('r2', 'r1', 'human', 'A branch that was left.', 1_767_225_700_000),
        grokResponse('r3', 'r1', 'ASSISTANT', 'At seven.', 1_767_225_800_000),
      ],
    },
  ],
}

function grokResponse(_id: string, parent: string | null, sender: string, message: string, ms: number) {
  const create_time = { $date: { $numberLong: String(ms) } }
  return { response: { _id, parent_response_id: parent, sender, message, create_time } }
}

export const LE_CHAT = [
  {
    id: 'l2',
    chatId: 'c1',
    role: 'assistant',
    content: '',
    contentChunks: [{ type: 'text', text: 'Ja.' }],
    createdAt: '2026-01-01T00:01:00Z',
  },
  {
    id: 'l1',
    chatId: 'c1',
    role: 'user',
    content: 'Er du der?',
    contentChunks: null,
    createdAt: '2026-01-01T00:00:00Z',
  },
]

export const LETTA = {
  core_memory: [
    { label: 'persona', value: 'I am a patient helper.' },
    { label: 'human', value: 'Name: Ingrid. Throws bowls.' },
  ],
  tool_exec_environment_variables: [{ key: 'TOKEN', value: 'sk-not-a-real-key' }],
  name: 'helper',
  messages: [
    { role: 'system', content: 'A system prompt.' },
    {
      role: 'user',
      content: [{ type: 'text', text: '{"type":"user_message","message":"I sell bowls."}' }],
      created_at: '2026-01-01T00:00:00',
    },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'A thought.' }],
      tool_calls: [{ function: { name: 'send_message', arguments: '{"message":"How many?"}' } }],
      created_at: '2026-01-01T00:00:01',
    },
  ],
}
