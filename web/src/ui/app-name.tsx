import colors from './app-color.module.css'
import { appColor } from './app-color.ts'

/** The name of an app after a dot in its colour. */
export function AppName({ slug, name }: { slug: string; name: string }) {
  return <span className={`${colors.dot} ${appColor(slug)}`}>{name}</span>
}
