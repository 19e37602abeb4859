import { loaders } from 'virtual:guides'
import { Anchor, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { type MouseEvent, useEffect } from 'react'
import { queryKeys } from '../../api/queries.ts'
import { BackLink, type PageAbove } from '../../ui/back-link.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { loadFailure } from '../../ui/lazy-page.ts'
import { TextLink } from '../../ui/link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { guidePath, PORTAL } from '../../urls.ts'
import css from './guides.module.css'
import { GUIDES } from './list.ts'

const SECTIONS_MIN = 3
const COPIED_MS = 1_000

// The folder of the pages about error codes, whose list is a guide.
const ERRORS = 'errors'
const ERROR_LIST = 'errors-and-limits'

/** One guide. */
export function GuidePage() {
  const { guide = '' } = useParams({ strict: false })
  if (guide === ERRORS) return <Navigate to={PORTAL.guide} params={{ guide: ERROR_LIST }} replace />
  return <Guide slug={guide} back={{ to: PORTAL.guides, label: 'Guides' }} />
}

/** The page about an error code. */
export function ErrorCodePage() {
  const { code = '' } = useParams({ strict: false })
  return <Guide slug={`${ERRORS}/${code}`} back={{ to: guidePath(ERROR_LIST), label: 'Errors and limits' }} />
}

/** A guide or the page about an error code, as the build has rendered it. */
function Guide({ slug, back }: { slug: string; back: PageAbove }) {
  const load = Object.hasOwn(loaders, slug) ? loaders[slug] : undefined
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.guides, slug],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: load !== undefined,
    queryFn: () =>
      load?.().catch(async (error) => {
        throw await loadFailure(error)
      }),
  })
  // The element that the address points to exists only now.
  useEffect(() => {
    if (data && location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView()
  }, [data])
  if (!load) return <NoGuide />
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={4} height={120} />
  return (
    <Stack gap="lg" component="article">
      <PageTitle title={data.title} above={<BackLink {...back} />} />
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
      <Anchor href={`${guidePath(slug)}.md`} size="sm" underline="always">
        This page as Markdown
      </Anchor>
      <Neighbours slug={slug} />
    </Stack>
  )
}

/** Replaces a guide that does not exist. The status of its document is 404. */
function NoGuide() {
  return (
    <Stack>
      <PageTitle
        title="There is no guide here"
        lead="The address may have a typo, or the guide has moved. Start from:"
      />
      <nav aria-label="Documents">
        <Stack gap="xs" align="flex-start">
          <TextLink to={PORTAL.guides}>All guides</TextLink>
          <TextLink to={PORTAL.guide} params={{ guide: ERROR_LIST }}>
            All error codes
          </TextLink>
          <TextLink to={PORTAL.reference}>The API reference</TextLink>
        </Stack>
      </nav>
    </Stack>
  )
}

/** The guides before and after one in their list; pages about error codes are not on it. */
function Neighbours({ slug }: { slug: string }) {
  const all = GUIDES.flatMap(({ guides }) => guides)
  const at = all.findIndex((guide) => guide.slug === slug)
  if (at < 0) return null
  return (
    <nav className={css.neighbours} aria-label="Other guides">
      {([all[at - 1], all[at + 1]] as const).map(
        (guide, next) =>
          guide && (
            <TextLink
              key={guide.slug}
              to={PORTAL.guide}
              params={{ guide: guide.slug }}
              underline="never"
              data-next={next || undefined}
            >
              <span>{next ? 'Next' : 'Before'}</span>
              {guide.title}
            </TextLink>
          ),
      )}
    </nav>
  )
}

/** Copies the code beside a button, which says so for a second. */
async function copyCode(button: Element): Promise<void> {
  await navigator.clipboard.writeText(button.parentElement?.querySelector('pre')?.textContent ?? '')
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = 'Copy'
  }, COPIED_MS)
}

/** The HTML of a guide. Its links to other pages do not load the document again; its buttons copy the code below them. */
function GuideText({ html }: { html: string }) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    const button = (event.target as Element).closest('[data-copy]')
    // A browser that forbids it leaves the label as it is.
    if (button) copyCode(button).catch(() => {})
    const link = (event.target as Element).closest('a')
    const isPlain = !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0
    if (!link?.getAttribute('href')?.startsWith('/') || !isPlain) return
    event.preventDefault()
    navigate({ to: link.pathname, hash: link.hash.slice(1) })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links and buttons in it are the controls.
    // biome-ignore lint/a11y/useKeyWithClickEvents: pressing Enter on them clicks them.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes it from our own documents, and escapes their text.
    <div className={css.text} onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
