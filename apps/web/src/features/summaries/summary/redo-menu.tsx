import { makingTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { ActionIcon, Loader, Menu, Tooltip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Check, RefreshCw } from 'lucide-react'

import { templatesQuery } from '#lib/queries/templates.ts'

import type { Making } from './use-making.ts'

import classes from '#features/summaries/summaries.module.css'

type Props = { templateId: number | null; making: Making }

/** Makes a summary anew by a template. */
export function RedoMenu({ templateId, making }: Props) {
  return (
    <Menu position="bottom-end" width={300} radius="lg" shadow="lg">
      <Tooltip label={makingTexts.redo}>
        <Menu.Target>
          <ActionIcon size={30} aria-label={makingTexts.redo} loading={making.isPending}>
            <RefreshCw size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Label>{makingTexts.templates}</Menu.Label>
        <Templates templateId={templateId} making={making} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Loads the templates when the menu opens. */
function Templates({ templateId, making }: Props) {
  const { data: templates, isError } = useQuery(templatesQuery)
  if (isError) return <p className={classes.menuNote}>{makingTexts.noTemplates}</p>
  if (!templates) return <Loader size={20} m="sm" />
  return templates.map(({ id, name, description }) => (
    <Menu.Item
      key={id}
      onClick={() => making.make(id)}
      rightSection={id === templateId ? <Check size={15} aria-hidden /> : null}
    >
      {name}
      <span className={classes.template}>{description}</span>
    </Menu.Item>
  ))
}
