import { DefaultNamingStrategy } from 'typeorm';

/** `agentId` is stored in the column `agent_id`. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }
}

export function snakeCase(propertyName: string): string {
  return propertyName.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
