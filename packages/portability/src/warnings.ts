/** What a preview says about content that is left out or changed. Pages translate these sentences by their names. */
export const WARNINGS = {
  chat_unreadable: 'A conversation has no messages that can be read, and is left out.',
  chat_empty: 'A conversation has no text, and is left out.',
  chat_without_id: 'A conversation has no id, and is left out.',
  other_user: 'Memories of another user of the file are left out.',
  entry_empty: 'An entry of the list has no text, and is left out.',
  entry_unreadable: 'An entry cannot be read, and is left out.',
  line_unreadable: 'A line has neither content nor an id that can be read, and is left out.',
  prompts_alone: 'A table holds prompts without their chats, and is left out.',
  file_unreadable: 'A file is damaged or has another encoding than UTF-8, and is left out.',
  file_closed: 'A file is an archive within an archive, or is sealed with a passphrase, and is left out.',
  relations: 'Relations between entities are left out.',
  checksum_differs: 'The checksum of the file differs from its memories: it was changed after it was written.',
} as const
