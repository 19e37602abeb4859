import { t } from '@lingui/core/macro'
import { NativeSelect } from '@mantine/core'
import { perLocale } from '../i18n/format.ts'
import type { Duration } from './duration.ts'
import css from './duration-select.module.css'

const dateFormat = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }))

interface DurationSelectProps {
  value: Duration
  onChange: (duration: Duration) => void
  /** The end of the access that the app has now. */
  currentEnd: string | null
  description?: string
}

/** Selects how long the app may have access. With a description, the label is above the field. */
export function DurationSelect({ value, onChange, currentEnd, description }: DurationSelectProps) {
  const end = currentEnd === null ? undefined : dateFormat().format(new Date(currentEnd))
  return (
    <NativeSelect
      classNames={description ? undefined : css}
      label={t`For how long`}
      description={description}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value as Duration)}
      data={[
        ...(end ? [{ value: 'current', label: t`As now, until ${end}` }] : []),
        { value: 'open', label: t`Until I disconnect it` },
        { value: 'month', label: t`For 30 days` },
        { value: 'day', label: t`Until the end of today` },
      ]}
    />
  )
}
