import { Fragment } from 'react'
import type { Piece } from './highlight.ts'

/** A text whose hits are marked. */
export function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, hit }, at) => {
    const Tag = hit ? 'mark' : Fragment
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other identity.
    return <Tag key={at}>{text}</Tag>
  })
}
