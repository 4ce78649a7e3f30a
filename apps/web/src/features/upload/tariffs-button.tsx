import { uploadTexts } from '@doslovno/texts/upload.ts'
import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export function TariffsButton(props: ButtonProps) {
  return (
    <Button size="md" {...props} component={Link} to="/tariffs">
      {uploadTexts.chooseTariff}
    </Button>
  )
}
