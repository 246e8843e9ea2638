/** What a setting is called, and what it does. */
export const SettingText = ({ title, hint }: { title: string; hint: string }) => (
  <div>
    <h3>{title}</h3>
    <p class="small tone-quiet">{hint}</p>
  </div>
);
