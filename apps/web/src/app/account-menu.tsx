import type { User } from '@doslovno/contract/accounts.ts'
import { shellTexts } from '@doslovno/texts/shell.ts'
import { Avatar, Menu } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { Files, LogOut } from 'lucide-react'
import { useState } from 'react'

import { stopUpload, useUpload } from '#features/upload/current.ts'
import { session } from '#lib/session/current.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

import { SchemeItem } from './scheme.tsx'

import classes from './shell.module.css'

export function AccountMenu({ user }: { user: User }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const name = [user.name, user.surname].filter(Boolean).join(' ')
  return (
    <>
      <Menu position="bottom-end" width={240} radius="lg" shadow="lg">
        <Menu.Target>
          <button type="button" className={classes.avatar}>
            <span className="visually-hidden">{shellTexts.accountMenu}</span>
            <Avatar aria-hidden size={34} radius="xl" name={name} color="ink" variant="light" />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.person}>
            <b>{name}</b>
            {user.email && <span>{user.email}</span>}
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to="/" leftSection={<Files size={17} />} className={classes.smallOnly}>
            {shellTexts.myFiles}
          </Menu.Item>
          <SchemeItem />
          <Menu.Item leftSection={<LogOut size={17} />} onClick={() => setIsLeaving(true)}>
            {shellTexts.logout}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LogoutDialog opened={isLeaving} onClose={() => setIsLeaving(false)} />
    </>
  )
}

function LogoutDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const isUploading = useUpload().name === 'uploading'
  const leave = async () => {
    stopUpload()
    const told = session.logout()
    // Before the guard sees the logout: it would remember this page as the one to come back to.
    await navigate({ to: '/auth/login' })
    await told
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={leave}
      title={shellTexts.logoutTitle}
      text={isUploading ? shellTexts.logoutWhileUploading : shellTexts.logoutText}
      confirm={shellTexts.logout}
    />
  )
}
