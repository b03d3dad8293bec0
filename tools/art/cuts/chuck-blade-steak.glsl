// Several shoulder muscles in one slice, the blade bone in its corner, a gristly seam down the middle.
void cut(vec2 p, inout Spot s) {
  vec2 q = stir(stir(rot(-.06) * p - vec2(.0, -.02), 2.4, .04, 21.), 9., .014, 22.);
  float outline = clock(q * vec2(.76, 1.), float[12](.60, .68, .82, .80, .76, .70, .62, .66, .80, .82, .78, .66));
  if (outline > 0.) return;
  float blade = bend(q, vec2(-.86, .50), vec2(-.50, .34), vec2(.02, .36)).x - .052 - .05 * smoothstep(-.5, -.9, q.x);
  vec2 id = muscles(q, vec2[6](vec2(-.62, .62), vec2(-.52, -.12), vec2(.16, -.36), vec2(.36, .42), vec2(.88, -.06), vec2(-.36, -.66)), 6, 260.);
  float meat = max(outline + .035 + .03 * fbm(p * 3., 261., 3), .024 + .020 * fbm(p * 4., 262., 3) - id.y);
  meat = smax(meat, -(blade - .03), .03);
  Mat m = fat(p, 263.);
  float k = id.x;
  PAINT(m, fray(p, meat, 264.), muscle(p, 265. + k * 9., k * 1.3, 1.3 + .5 * fract(k * .618), .66, .3 + .5 * fract(k * .41)))
  float gristle = q.y + .02 - .5 * (q.x - .1) * (q.x - .1) + .10;
  PAINT(m, seamOf(p, gristle, .016, 266.) * within(abs(q.x + .3) - .62, .05) * within(meat, .01), Mat(vec3(.70, .52, .44), .004, .9, .6))
  PAINT(m, within(blade, .006), sawnBone(p, blade, .015, 267.))
  slice(s, p, outline, meat, .19, 0., m, 8.);
}
