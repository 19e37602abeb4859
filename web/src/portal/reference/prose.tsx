import { Code } from '@mantine/core'

/** A text of the document; the parts between back quotes are code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <Code key={index}>{part}</Code>
    ) : (
      part
    ),
  )
}
