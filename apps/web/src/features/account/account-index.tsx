import { accountTexts } from '@doslovno/texts/account/account.ts'
import { useEffect, useState } from 'react'

import classes from './account-index.module.css'

export type IndexEntry = { id: string; title: string }

/** Links to the sections of the page; the one in view is marked. Wide screens only. */
export function AccountIndex({ entries }: { entries: readonly IndexEntry[] }) {
  const current = useSectionInView(entries)
  return (
    <nav className={classes.index} aria-label={accountTexts.sections}>
      <ul>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Below the header, where the eye reads. */
const READING_LINE = 160

/** The last section that begins above the reading line; the last one at the bottom of the page. */
function useSectionInView(entries: readonly IndexEntry[]): string | undefined {
  const [current, setCurrent] = useState(entries[0]?.id)
  useEffect(() => {
    const look = () => {
      const begun = entries.filter(({ id }) => topOf(id) <= READING_LINE)
      const isBottom = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2
      setCurrent((isBottom && window.scrollY > 0 ? entries.at(-1) : (begun.at(-1) ?? entries[0]))?.id)
    }
    // Sections grow when their data arrives.
    const sizes = new ResizeObserver(look)
    sizes.observe(document.body)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      sizes.disconnect()
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [entries])
  return current
}

function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Infinity
}
