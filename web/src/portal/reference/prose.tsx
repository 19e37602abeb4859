import { Code } from '@mantine/core'

/** A line of the document's text, in which what stands between back quotes is code. */
export function Prose({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
      <Code key={at}>{part}</Code>
    ) : (
      part
    ),
  )
}
