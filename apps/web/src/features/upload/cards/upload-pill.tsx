import { shellTexts } from '@doslovno/texts/shell.ts'
import { Link, useRouterState } from '@tanstack/react-router'
import { ArrowUp } from 'lucide-react'

import { useUploads } from '#features/upload/queue/current.ts'
import { itemsOf } from '#features/upload/queue/queue.ts'
import type { Uploading } from '#features/upload/sending/step.ts'

import classes from '#features/upload/upload.module.css'

/** Shows a running upload on every page but the upload page. */
export function UploadPill() {
  const queue = useUploads()
  const isOnPage = useRouterState({ select: ({ location }) => location.pathname === '/upload' })
  const running = itemsOf(queue).flatMap(({ step }) => (isMoving(step) ? step : []))[0]
  if (!running || isOnPage) return null
  return (
    <Link to="/upload" className={`${classes.pill} num`} aria-label={shellTexts.uploadInProgress(running.percent)}>
      <ArrowUp size={15} aria-hidden />
      {running.percent}%
    </Link>
  )
}

function isMoving(step: { name: string; phase?: string }): step is Uploading {
  return step.name === 'uploading' && (step.phase === 'sending' || step.phase === 'waiting')
}
