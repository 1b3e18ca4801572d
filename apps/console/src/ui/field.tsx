import type { JSX } from 'preact';

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: 'text' | 'password' | 'search';
  readonly hint?: string;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly inputMode?: 'decimal' | 'text';
}

export function Field({ label, hint, value, onValue, type = 'text', ...rest }: FieldProps): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        {...rest}
        type={type}
        value={value}
        onInput={(event) => onValue(event.currentTarget.value)}
        spellcheck={false}
      />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  /** Text by value, in the order of the list. */
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onValue: (value: T) => void;
}

export function Choice<T extends string>({ label, value, options, onValue }: ChoiceProps<T>): JSX.Element {
  const choose = (text: string): void => {
    const found = options.find(([one]) => one === text);
    if (found !== undefined) onValue(found[0]);
  };
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
