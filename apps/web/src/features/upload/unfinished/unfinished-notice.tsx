import { unfinishedTexts } from '@doslovno/texts/upload.ts'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'

import classes from '#features/upload/upload.module.css'

/** Mentions unfinished uploads on the home page. */
export function UnfinishedNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className={classes.notice}>
      <RotateCw size={16} aria-hidden />
      <span>{unfinishedTexts.notice(count)}</span>
      <Link to="/upload">{unfinishedTexts.goOn}</Link>
    </p>
  )
}
