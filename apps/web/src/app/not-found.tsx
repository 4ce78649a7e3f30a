import { pageTitle } from '@doslovno/texts/brand.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { FeedbackButton } from '#features/feedback/index.ts'

import { Shell } from './shell.tsx'

import classes from './screens.module.css'

const texts = shellTexts.notFound

export function NotFoundPage() {
  return (
    <Shell>
      <NotFound />
    </Shell>
  )
}

function NotFound() {
  return (
    <div className={classes.notFound}>
      <title>{pageTitle(texts.title)}</title>
      <p className={classes.code} aria-hidden>
        4<mark>0</mark>4
      </p>
      <h1>{texts.title}</h1>
      <p>{texts.text}</p>
      <div className={classes.actions}>
        <Button component={Link} to="/" size="md">
          {texts.action}
        </Button>
        <FeedbackButton look="button" />
      </div>
    </div>
  )
}
