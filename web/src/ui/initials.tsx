import { type CSSProperties, useState } from 'react'
import css from './app-color.module.css'
import { appColor } from './app-color.ts'

// The sizes of the scale that fit into a mark of at least so many pixels.
const TEXT_SIZES = [
  [48, 'var(--text-3)'],
  [38, 'var(--text-2)'],
  [0, 'var(--text-1)'],
] as const

interface InitialsProps {
  name: string
  /** Decides the colour, so that an app has one on all pages. */
  slug: string
  /** The path of its icon here. */
  icon?: string | null | undefined
  size?: number
}

/** An app's mark: its icon as the service stores it, or initials on its colour. */
export function Initials({ name, slug, icon, size = 40 }: InitialsProps) {
  const [isBroken, setIsBroken] = useState(false)
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
  return (
    <span
      aria-hidden
      className={`${css.mark} ${appColor(slug)}`}
      style={
        { '--mark-size': `${size}px`, fontSize: TEXT_SIZES.find(([least]) => size >= least)?.[1] } as CSSProperties
      }
    >
      {icon && !isBroken ? (
        <img src={icon} alt="" width={size} height={size} className={css.icon} onError={() => setIsBroken(true)} />
      ) : (
        letters
      )}
    </span>
  )
}
