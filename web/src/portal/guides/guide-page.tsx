import { loaders } from 'virtual:guides'
import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type MouseEvent, useEffect } from 'react'
import { queryKeys } from '../../api/queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ResourceNotFound } from '../../ui/resource-not-found.tsx'
import { guidePath, PORTAL } from '../../urls.ts'
import css from './guides.module.css'

const SECTIONS_MIN = 3

/** One guide, as the build has rendered it. */
export function GuidePage() {
  const { guide = '' } = useParams({ strict: false })
  const load = Object.hasOwn(loaders, guide) ? loaders[guide] : undefined
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.guides, guide],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: load !== undefined,
    queryFn: () => load?.(),
  })
  // The element that the address points to exists only now.
  useEffect(() => {
    if (data && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [data])
  if (!load) return <ResourceNotFound what="This guide" back={PORTAL.guides} />
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={4} height={120} />
  return (
    <Stack gap="lg" component="article">
      <TextLink to={PORTAL.guides} size="sm">
        Guides
      </TextLink>
      <PageTitle title={data.title} />
      {data.sections.length >= SECTIONS_MIN && (
        <nav aria-label="On this page">
          <ul className={css.contents}>
            {data.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <GuideText html={data.html} />
      <Anchor href={`${guidePath(guide)}.md`} size="sm" underline="always">
        This guide as Markdown
      </Anchor>
    </Stack>
  )
}

/** The HTML of a guide. Its links to other pages do not load the document again. */
function GuideText({ html }: { html: string }) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
    if (!link?.getAttribute('href')?.startsWith('/') || !isPlain) return
    event.preventDefault()
    navigate({ to: link.pathname, hash: link.hash.slice(1) })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are the controls.
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing Enter on a link clicks it.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes it from our own documents, and escapes their text.
    <div className={css.text} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
