import { shellTexts } from '@doslovno/texts/shell.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import { ArrowUp } from 'lucide-react'

import { useUpload } from './current.ts'
import { uploadPercent } from './upload-state.ts'

import classes from './upload.module.css'

/** Reminds of a running upload on every page but its own. */
export function UploadPill() {
  const state = useUpload()
  const isOnPage = useRouterState({ select: ({ location }) => location.pathname === '/upload' })
  if (state.name !== 'uploading' || isOnPage) return null
  const percent = uploadPercent(state)
  return (
    <Link to="/upload" className={`${classes.pill} num`} aria-label={shellTexts.uploadInProgress(percent)}>
      <ArrowUp size={15} aria-hidden />
      {percent}%
    </Link>
  )
}
