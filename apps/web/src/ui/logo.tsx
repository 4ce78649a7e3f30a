import { brand } from '@doslovno/texts/brand.ts'

import classes from './logo.module.css'

/** The logo: a line of text under a marker. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className={classes.logo}>
      <rect width="32" height="32" rx="9" fill="var(--ink)" />
      <rect x="7" y="11.5" width="18" height="9" rx="2.5" fill="#ffdd57" />
      <path d="M10.5 16h11" stroke="#1c1a17" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  )
}

export function Wordmark() {
  const [start, marked, end] = brand.wordmark
  return (
    <span className={classes.wordmark}>
      {start}
      <mark>{marked}</mark>
      {end}
    </span>
  )
}
