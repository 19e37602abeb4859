;; The dot products of one query with many rows of codes, exact or estimated from their signs. `kernel.ts` contains the compiled bytes; a test compares them.
(module
  (memory (import "arena" "memory") 1)

  ;; `query`: `stride` 16-bit integers. `codes`: `rows` rows of `stride` 8-bit integers each; `stride` is a multiple of
  ;; 16. Writes one 32-bit integer per row to `out`, and one more if `rows` is odd. Each 32-bit lane adds two products
  ;; of 8 × 8 bits at once, so nothing overflows below 65,536 dimensions.
  (func (export "scan")
    (param $query i32) (param $codes i32) (param $rows i32) (param $stride i32) (param $out i32)
    (local $second i32) (local $at i32) (local $end i32)
    (local $low v128) (local $high v128) (local $a v128) (local $b v128)
    (block $done
      (loop $pair
        (br_if $done (i32.le_s (local.get $rows) (i32.const 0)))
        ;; Two rows at a time, so that each part of the query is loaded once for both. The last of an odd number of rows
        ;; is paired with itself, since the memory may end after it.
        (local.set $second
          (i32.add (local.get $codes)
            (select (local.get $stride) (i32.const 0) (i32.gt_s (local.get $rows) (i32.const 1)))))
        (local.set $at (local.get $query))
        (local.set $end (i32.add (local.get $query) (i32.shl (local.get $stride) (i32.const 1))))
        (local.set $a (v128.const i32x4 0 0 0 0))
        (local.set $b (v128.const i32x4 0 0 0 0))
        (loop $part
          (local.set $low (v128.load (local.get $at)))
          (local.set $high (v128.load offset=16 (local.get $at)))
          (local.set $a
            (i32x4.add (local.get $a)
              (i32x4.add
                (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $codes)) (local.get $low))
                (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $codes)) (local.get $high)))))
          (local.set $b
            (i32x4.add (local.get $b)
              (i32x4.add
                (i32x4.dot_i16x8_s (v128.load8x8_s (local.get $second)) (local.get $low))
                (i32x4.dot_i16x8_s (v128.load8x8_s offset=8 (local.get $second)) (local.get $high)))))
          (local.set $codes (i32.add (local.get $codes) (i32.const 16)))
          (local.set $second (i32.add (local.get $second) (i32.const 16)))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $part (i32.lt_u (local.get $at) (local.get $end))))
        (i32.store (local.get $out) (call $sum (local.get $a)))
        (i32.store offset=4 (local.get $out) (call $sum (local.get $b)))
        (local.set $codes (local.get $second))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 2)))
        (local.set $out (i32.add (local.get $out) (i32.const 8)))
        (br $pair))))

  ;; Estimated dot products from the signs of codes, 16 rows at a time (André et al., "Cache locality is not enough:
  ;; high-performance nearest neighbor search with product quantization fast scan", 2015). `signs`: `groups` groups of 16
  ;; rows; a group has `columns` columns, an even number, of 16 bytes, one of each row, with the signs of 8 components.
  ;; `tables`: for each half of each column, 16 bytes: what four components contribute for each combination of signs, at
  ;; most 63, so that a byte holds the sum of four. Writes 16 unsigned 16-bit integers per group to `out`.
  (func (export "scanSigns")
    (param $tables i32) (param $signs i32) (param $groups i32) (param $columns i32) (param $out i32)
    (local $at i32) (local $end i32)
    (local $a v128) (local $b v128) (local $sum v128) (local $low v128) (local $high v128)
    (block $done
      (loop $group
        (br_if $done (i32.le_s (local.get $groups) (i32.const 0)))
        (local.set $at (local.get $tables))
        (local.set $end (i32.add (local.get $tables) (i32.shl (local.get $columns) (i32.const 5))))
        (local.set $low (v128.const i32x4 0 0 0 0))
        (local.set $high (v128.const i32x4 0 0 0 0))
        (loop $pair
          (local.set $a (v128.load (local.get $signs)))
          (local.set $b (v128.load offset=16 (local.get $signs)))
          (local.set $sum
            (i8x16.add
              (i8x16.add
                (i8x16.swizzle (v128.load (local.get $at)) (v128.and (local.get $a) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
                (i8x16.swizzle (v128.load offset=16 (local.get $at)) (i8x16.shr_u (local.get $a) (i32.const 4))))
              (i8x16.add
                (i8x16.swizzle (v128.load offset=32 (local.get $at)) (v128.and (local.get $b) (v128.const i32x4 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f 0x0f0f0f0f)))
                (i8x16.swizzle (v128.load offset=48 (local.get $at)) (i8x16.shr_u (local.get $b) (i32.const 4))))))
          (local.set $low (i16x8.add (local.get $low) (i16x8.extend_low_i8x16_u (local.get $sum))))
          (local.set $high (i16x8.add (local.get $high) (i16x8.extend_high_i8x16_u (local.get $sum))))
          (local.set $signs (i32.add (local.get $signs) (i32.const 32)))
          (local.set $at (i32.add (local.get $at) (i32.const 64)))
          (br_if $pair (i32.lt_u (local.get $at) (local.get $end))))
        (v128.store (local.get $out) (local.get $low))
        (v128.store offset=16 (local.get $out) (local.get $high))
        (local.set $out (i32.add (local.get $out) (i32.const 32)))
        (local.set $groups (i32.sub (local.get $groups) (i32.const 1)))
        (br $group))))

  (func $sum (param $lanes v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $lanes)) (i32x4.extract_lane 1 (local.get $lanes)))
      (i32.add (i32x4.extract_lane 2 (local.get $lanes)) (i32x4.extract_lane 3 (local.get $lanes))))))
