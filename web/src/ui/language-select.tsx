import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { chooseLanguage, currentLanguage } from '../i18n/language.ts'
import { LANGUAGES, type Language } from '../i18n/languages.ts'
import css from './language-select.module.css'
import { installOfflinePage } from './offline-page.ts'

/**
 * Selects the language of the pages in this browser. Each language is listed by its own name. With the size of a field it
 * stands among others.
 */
export function LanguageSelect({ size = 'small' }: { size?: 'small' | 'field' }) {
  const [language, setLanguage] = useState(currentLanguage)
  return (
    <select
      className={`${css.select} ${css[size]}`}
      aria-label={t`Language`}
      value={language}
      onChange={(event) => {
        const chosen = event.currentTarget.value as Language
        setLanguage(chosen)
        chooseLanguage(chosen).then(installOfflinePage)
      }}
    >
      {LANGUAGES.map(({ tag, name }) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  )
}
