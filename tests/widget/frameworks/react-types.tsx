import { LinkhaulPlayer, type LinkhaulPlayerElement } from 'linkhaul-player/react';
import { createRef } from 'react';

const ref = createRef<LinkhaulPlayerElement>();
export const valid = (
  <LinkhaulPlayer
    ref={ref}
    baseUrl="https://host.example"
    fileCode="abc"
    title="Title"
    width={9}
    height="16"
    referrerPolicy="no-referrer"
    allowHttp
    className="wide"
    onActivate={(event) => event.preventDefault()}
    onLoad={(event) => event.detail satisfies null}
    onError={(event) => event.detail.field.toUpperCase()}
  />
);
ref.current?.deactivate();

// @ts-expect-error an address is a string
export const number = <LinkhaulPlayer baseUrl={7} />;
// @ts-expect-error not a value of this attribute
export const word = <LinkhaulPlayer loading="later" />;
// @ts-expect-error a boolean attribute has no text
export const flag = <LinkhaulPlayer credentialless="yes" />;
// @ts-expect-error the event of a loaded player has no detail
export const detail = <LinkhaulPlayer onLoad={(event) => event.detail.field} />;
