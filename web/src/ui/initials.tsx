import type { CSSProperties } from 'react'
import css from './app-color.module.css'
import { appColor } from './app-color.ts'

const TEXT_SHARE = 0.38

interface InitialsProps {
  name: string
  /** Decides the colour; the name does if it is not known. */
  slug?: string
  size?: number
}

/** An app's mark: initials on its colour. Icons of apps are not loaded: their hosts would learn who looks at which app. */
export function Initials({ name, slug = name, size = 40 }: InitialsProps) {
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
      style={{ '--mark-size': `${size}px`, fontSize: size * TEXT_SHARE } as CSSProperties}
    >
      {letters}
    </span>
  )
}
