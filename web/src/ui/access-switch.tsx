import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useId, useState } from 'react'
import type { Shape } from '../api/client.ts'
import { type Access, accessChoices, accessOf, withAccess } from './access.ts'
import css from './access-switch.module.css'

const NAMES = { none: msg`No`, read: msg`Read`, change: msg`Change`, both: msg`Read and change` }

/** The name of an access in the current language. */
export const accessName = (access: Access): string => i18n._(NAMES[access])

interface AccessSwitchProps {
  /** The ids of what names and describes the topic. */
  labelledBy: string
  describedBy: string
  scopes: readonly Shape<'DescribedScope'>[]
  chosen: ReadonlySet<string>
  onChange: (chosen: ReadonlySet<string>) => void
}

/** Selects how much an app may do with the memories of a topic. */
export function AccessSwitch({ labelledBy, describedBy, scopes, chosen, onChange }: AccessSwitchProps) {
  const access = accessOf(scopes, chosen)
  // A choice that the app came with stays while others are tried.
  const [choices] = useState(() => accessChoices(scopes, access))
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} aria-describedby={describedBy} className={css.switch}>
      {choices.map((each) => (
        <label key={each} className={css.choice}>
          <input
            type="radio"
            name={name}
            checked={each === access}
            onChange={() => onChange(withAccess(chosen, scopes, each))}
          />
          <span className={each === 'none' ? css.none : css.some}>{accessName(each)}</span>
        </label>
      ))}
    </div>
  )
}
