import { Column, type ColumnOptions, CreateDateColumn, getMetadataArgsStorage, UpdateDateColumn } from 'typeorm';
import { normalizeDecimal } from '@app/common';
import { snakeCase } from './snake-case-naming.js';

const MILLISECONDS = { type: 'timestamptz', precision: 3 } as const;

/** A `timestamptz(3)`: the wire shows milliseconds. */
export function Timestamp(options: ColumnOptions = {}): PropertyDecorator {
  return Column({ ...options, ...MILLISECONDS });
}

export function CreatedAt(): PropertyDecorator {
  return CreateDateColumn(MILLISECONDS);
}

/** Set by every update through TypeORM. */
export function UpdatedAt(): PropertyDecorator {
  return UpdateDateColumn(MILLISECONDS);
}

/** An unsigned `numeric`, read as a plain decimal without trailing zeros. */
export function Decimal(options: ColumnOptions = {}): PropertyDecorator {
  return Column({
    ...options,
    type: 'numeric',
    transformer: {
      to: (value: unknown) => value,
      from: (value: string | null) => (value === null ? null : normalizeDecimal(value)),
    },
  });
}

/**
 * The select list that reads an entity by named SQL, `t.agent_id AS "agentId", …`, numerics as plain decimals.
 *
 * @param table the table or its alias in the statement
 */
export function selectColumns<Entity extends object>(
  entity: new () => Entity,
  { table, omit = [] }: { table: string; omit?: readonly (keyof Entity)[] },
): string {
  const omitted = new Set<PropertyKey>(omit);
  return getMetadataArgsStorage()
    .filterColumns(listAncestors(entity))
    .filter(({ mode, propertyName }) => mode !== 'virtual-property' && !omitted.has(propertyName))
    .map(({ propertyName, options }) => {
      const column = `${table}.${options.name ?? snakeCase(propertyName)}`;
      return `${options.type === 'numeric' ? `trim_scale(${column})::text` : column} AS "${propertyName}"`;
    })
    .join(', ');
}

function listAncestors(entity: new () => object): NewableFunction[] {
  const classes: NewableFunction[] = [];
  for (let each: unknown = entity; typeof each === 'function' && each !== Function.prototype;) {
    classes.push(each);
    each = Object.getPrototypeOf(each);
  }
  return classes;
}
