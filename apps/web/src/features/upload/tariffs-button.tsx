import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button, type ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'

export const TARIFFS_PATH = '/tariffs'

/** Leads to the tariffs without leaving the app: files may be on their way. */
export function TariffsButton(props: ButtonProps) {
  const navigate = useNavigate()
  return (
    <Button
      size="md"
      {...props}
      component="a"
      href={TARIFFS_PATH}
      onClick={(event) => {
        event.preventDefault()
        void navigate({ href: TARIFFS_PATH })
      }}
    >
      {uploadTexts.chooseTariff}
    </Button>
  )
}
