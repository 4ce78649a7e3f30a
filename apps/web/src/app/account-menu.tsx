import type { User } from '@doslovno/contract/account/accounts.ts'
import { installTexts, shellTexts } from '@doslovno/texts/shell.ts'
import { Avatar, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Files, LogOut, MonitorDown, Tags, UserRound } from 'lucide-react'
import { useState } from 'react'

import { LogoutDialog } from '#features/account/index.ts'
import { hasBytesToSend, uploader, useUploads } from '#features/upload/index.ts'
import { useInstall } from '#lib/install/install.ts'

import { useOtherScheme } from './use-other-scheme.ts'

import classes from './shell.module.css'

export function AccountMenu({ user }: { user: User }) {
  const isUploading = hasBytesToSend(useUploads())
  const install = useInstall()
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
          <Menu.Item component={Link} to="/account" leftSection={<UserRound size={17} />}>
            {shellTexts.account}
          </Menu.Item>
          {user.canChangeTariff && (
            <Menu.Item component={Link} to="/tariffs" leftSection={<Tags size={17} />}>
              {shellTexts.tariffs}
            </Menu.Item>
          )}
          <SchemeItem />
          {install && (
            <Menu.Item leftSection={<MonitorDown size={17} />} onClick={install}>
              {installTexts.install}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<LogOut size={17} />} onClick={() => setIsLeaving(true)}>
            {shellTexts.logout}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LogoutDialog
        opened={isLeaving}
        onClose={() => setIsLeaving(false)}
        isUploading={isUploading}
        stopUploads={uploader.stop}
      />
    </>
  )
}

/** The switch of the scheme as an item of the account menu, for phones. */
function SchemeItem() {
  const { label, icon: Icon, toggle } = useOtherScheme()
  return (
    <Menu.Item leftSection={<Icon size={17} />} onClick={toggle} className={classes.smallOnly}>
      {label}
    </Menu.Item>
  )
}
