import { pageTitle } from '@doslovno/texts/brand.ts'
import { offlineTexts as texts } from '@doslovno/texts/offline.ts'
import { Link } from '@tanstack/react-router'
import { AudioLines, Clapperboard, CloudOff } from 'lucide-react'
import { useState } from 'react'

import { dayLabel } from '#lib/format/day.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { clock } from '#lib/format/time.ts'
import type { KeptFile } from '#lib/offline/kept-rules.ts'

import classes from './offline.module.css'

/** The library without a connection: what can be read all the same. */
export function KeptFiles({ files }: { files: readonly KeptFile[] }) {
  return (
    <>
      <title>{pageTitle(texts.title)}</title>
      <h1 className={classes.title}>{texts.title}</h1>
      <p className={classes.line} role="status">
        <CloudOff size={17} aria-hidden />
        {files.length > 0 ? texts.list : texts.nothing}
      </p>
      <ul className={classes.list}>
        {files.map((file) => (
          <KeptRow key={file.id} file={file} />
        ))}
      </ul>
    </>
  )
}

function KeptRow({ file: { id, fileName, type, seconds, savedAt } }: { file: KeptFile }) {
  const Icon = type === 'video' ? Clapperboard : AudioLines
  const [now] = useState(() => new Date())
  const day = dayLabel(new Date(savedAt).toISOString(), now).toLocaleLowerCase()
  return (
    <li>
      <Link to="/files/$scriptId" params={{ scriptId: id }} className={classes.row}>
        <Icon size={20} aria-hidden />
        <span className={classes.name}>{titleOf(fileName)}</span>
        <span className={`${classes.meta} num`}>
          {clock(seconds)} · {texts.saved(day)}
        </span>
      </Link>
    </li>
  )
}
