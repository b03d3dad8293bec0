/** An oiled oak board: planks along x, each with rings of its own, pores, and the scars of knives. */
Spot table(vec2 p) {
  vec2 w = rot(-.05) * p;
  float wide = .92, k = floor(w.y / wide + .30);
  float y = w.y - (k - .30 + .5) * wide;
  vec3 each = rnd(vec2(k + 8., 3.), 920.);
  vec2 g = vec2(w.x + each.x * 9., y + each.y * 3.);
  float bow = fbm(g * vec2(.42, 1.1), 921. + k, 3);
  float ring = fract(g.y * 10. + 3.8 * bow + .12 * noise(g * vec2(2., 30.), 922.));
  float late = smoothstep(.25, .92, ring) * smoothstep(1., .95, ring);
  float pore = smoothstep(.26, .62, noise(g * vec2(9., 190.), 923.)) * (1. - .6 * late);
  float streak = fbm(g * vec2(1.4, 26.), 924., 3), cloud = fbm(p * 1.4, 925., 3);
  vec3 col = mix(vec3(.185, .098, .046), vec3(.285, .164, .082), clamp(.5 + .5 * cloud + .45 * streak + .6 * (each.z - .5), 0., 1.));
  col = mix(col, vec3(.135, .064, .027), .30 * late);
  col = mix(col, vec3(.085, .040, .018), .45 * pore);
  float gap = abs(abs(y) - .5 * wide), seam = smoothstep(.010, .003, gap);
  col = mix(col, vec3(.030, .014, .007), .9 * seam);
  float scar = 0.;
  for (int i = 0; i < 6; i++) {
    vec3 r = rnd(vec2(i, 5), 926.), o = rnd(vec2(i, 6), 927.);
    vec2 at = (r.xy - .5) * vec2(2.9, 2.2), v = vec2(cos(o.x * 1.5 - .2), sin(o.x * 1.5 - .2)) * (.10 + .22 * r.z);
    vec2 d = along(p, at - v, at + v);
    scar = max(scar, smoothstep(.004, .0012, d.x) * smoothstep(.5, .2, abs(d.y - .5)) * (.4 + .6 * o.y));
  }
  col = mix(col, vec3(.36, .24, .14), .40 * scar);
  float h = .006 * cloud - .020 * smoothstep(.020, .0, gap) - .0018 * pore - .003 * scar + .002 * streak;
  return Spot(h, Mat(col, 0., .20, .06));
}
