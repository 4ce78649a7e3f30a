import { unfinishedTexts } from '@doslovno/texts/upload.ts'
import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'

import classes from './upload.module.css'

/** Reminds on the home page of uploads that can be gone on with. */
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
