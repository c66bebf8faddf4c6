//! Small kernels: what threads compute, share and wait for, and what no device lets pass.

use gridhaunt_driver::{Grid, Memory, Program};

const HEAD: &str = ".version 8.7\n.target sm_75\n.address_size 64\n";

/// Plays a kernel of one parameter, the address of as many words as there are threads, which are its threads' numbers at first.
fn play(grid: Grid, text: &str) -> Result<Vec<u32>, String> {
    let mut memory = Memory::new(1 << 20);
    let program = Program::new(&format!("{HEAD}{text}"), &mut memory).map_err(|fault| fault.to_string())?;
    let words = (grid.blocks * grid.width) as usize;
    let address = memory.allocate(4 * words).expect("there is room");
    let numbers: Vec<u8> = (0..words as u32).flat_map(u32::to_le_bytes).collect();
    memory.slice(address, 4 * words).expect("it is there").copy_from_slice(&numbers);
    let parameter = address.to_le_bytes();
    program.launch("test", grid, &[&parameter], &mut memory).map_err(|fault| fault.to_string())?;
    let bytes = memory.slice(address, 4 * words).expect("it is there");
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}

/// A kernel in which `%rd1` is the address of the thread's own word, and `%r1` its place in the block.
fn kernel(before: &str, body: &str) -> String {
    format!(
        "{before}
.visible .entry test(
    .param .u64 .ptr .align 4 test_param_0
)
{{
    .reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>;
    ld.param.b64 %rd0, [test_param_0];
    mov.u32 %r1, %tid.x;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mad.lo.s32 %r4, %r2, %r3, %r1;
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd1, %rd0, %rd2; // its own word
    {body}
    ret;
}}
"
    )
}

#[test]
fn threads_of_all_blocks_have_words_of_their_own() {
    let body =
        "ld.b32 %r5, [%rd1]; setp.lt.u32 %p1, %r5, 3; @%p1 bra $L_1; shl.b32 %r5, %r5, 1; $L_1: st.b32 [%rd1], %r5;";
    assert_eq!(play(Grid { blocks: 3, width: 2 }, &kernel("", body)).unwrap(), [0, 1, 2, 6, 8, 10]);
}

#[test]
fn functions_take_parameters_and_have_local_memory_and_results() {
    let twice = "
.func (.param .b32 retval0) sum(.param .b32 sum_param_0, .param .align 8 .b8 sum_param_1[16]);
.func (.param .b32 retval0) sum(.param .b32 sum_param_0, .param .align 8 .b8 sum_param_1[16])
{
    .local .align 8 .b8 __local_depot[8];
    .reg .b64 %SP; .reg .b64 %SPL; .reg .b32 %r<5>; .reg .b64 %rd<3>;
    mov.b64 %SPL, __local_depot;
    cvta.local.u64 %SP, %SPL;
    ld.param.b32 %r1, [sum_param_0];
    ld.param.v2.b64 {%rd1, %rd2}, [sum_param_1];
    st.local.b64 [%SPL], %rd2;
    ld.b32 %r2, [%SP+4];
    add.s32 %r3, %r1, %r2;
    st.param.b32 [retval0], %r3;
    ret;
}";
    let body = "mov.b64 %rd3, {%r1, %r1}; {
        .param .b32 param0; st.param.b32 [param0], 100;
        .param .align 8 .b8 param1[16]; st.param.v2.b64 [param1], {%rd0, %rd3};
        .param .b32 retval0;
        call.uni (retval0), sum, (param0, param1);
        ld.param.b32 %r5, [retval0];
        } st.b32 [%rd1], %r5;";
    assert_eq!(play(Grid { blocks: 1, width: 3 }, &kernel(twice, body)).unwrap(), [100, 101, 102]);
}

#[test]
fn a_list_of_labels_and_a_variable_that_holds_numbers() {
    let body = "$L_list: .branchtargets $L_1, $L_2, $L_3; brx.idx %r1, $L_list;
        $L_1: ld.global.b16 %rs1, [numbers]; bra.uni $L_9;
        $L_2: ld.global.b16 %rs1, [numbers+2]; bra.uni $L_9;
        $L_3: mov.b16 %rs1, -1;
        $L_9: cvt.s32.s16 %r5, %rs1; st.b32 [%rd1], %r5;";
    let variable = ".global .align 2 .b16 numbers[3] = {7, 40000};";
    let minus = u32::MAX;
    assert_eq!(play(Grid { blocks: 1, width: 3 }, &kernel(variable, body)).unwrap(), [7, minus - 25535, minus]);
    let wrong = play(Grid { blocks: 1, width: 4 }, &kernel(variable, body)).unwrap_err();
    assert!(wrong.contains("a list of labels has no number 3") && wrong.contains("thread 3 in test"), "{wrong}");
}

/// The first writes after the others have read, but for the barrier.
#[test]
fn threads_of_a_block_wait_at_barriers_and_share_memory() {
    let shared = ".shared .align 16 .b32 stage[64];";
    let body = "mov.u64 %rd3, stage; mul.wide.u32 %rd4, %r1, 4; add.s64 %rd4, %rd3, %rd4;
        st.b32 [%rd4], %r1;
        bar.sync 0;
        xor.b32 %r5, %r1, 63; mul.wide.u32 %rd4, %r5, 4; add.s64 %rd4, %rd3, %rd4;
        ld.b32 %r6, [%rd4]; st.b32 [%rd1], %r6;";
    let turned: Vec<u32> = (0..64).rev().collect();
    assert_eq!(play(Grid { blocks: 1, width: 64 }, &kernel(shared, body)).unwrap(), turned);
}

#[test]
fn threads_of_a_group_vote_and_tell_each_other() {
    let body = "setp.ge.u32 %p1, %r1, 30; vote.sync.ballot.b32 %r5, %p1, 0xFFFFFFFF; add.s32 %r5, %r5, %r1;
        shfl.sync.idx.b32 %r6, %r5, 2, 31, 0xFFFFFFFF; st.b32 [%rd1], %r6;";
    assert_eq!(play(Grid { blocks: 2, width: 32 }, &kernel("", body)).unwrap(), [0xC000_0002; 64]);
}

#[test]
fn additions_to_memory_lose_nothing() {
    let body = "atom.add.u32 %r5, [%rd0], 10; setp.eq.b32 %p1, %r4, 0; @!%p1 st.b32 [%rd1], %r5;";
    assert_eq!(play(Grid { blocks: 2, width: 2 }, &kernel("", body)).unwrap(), [40, 10, 20, 30]);
}

#[test]
fn numbers_of_two_words_carry() {
    let body = "mov.b64 %rd3, -1; add.cc.s64 %rd4, %rd3, 2; addc.cc.s64 %rd5, %rd3, 5; cvt.u32.u64 %r5, %rd5; st.b32 [%rd1], %r5;";
    assert_eq!(play(Grid { blocks: 1, width: 1 }, &kernel("", body)).unwrap(), [5]);
}

#[test]
fn what_a_device_does_not_let_pass_is_said_with_the_place() {
    let one = Grid { blocks: 1, width: 1 };
    for (body, words) in [
        ("st.b32 [%rd1+4], 1;", "4 bytes at"),
        ("st.b32 [%rd1+1], 1;", "4 bytes at"),
        ("mov.b64 %rd3, 0; ld.b8 %rs1, [%rd3];", "1 bytes at 0x0"),
        ("trap; exit;", "a panic"),
    ] {
        let wrong = play(one, &kernel("", body)).unwrap_err();
        assert!(wrong.contains(words) && wrong.contains("block 0, thread 0 in test"), "{body}: {wrong}");
    }
    let leaves = "setp.eq.b32 %p1, %r1, 5; @%p1 exit; vote.sync.ballot.b32 %r5, %p1, 0xFFFFFFFF;";
    let wrong = play(Grid { blocks: 1, width: 32 }, &kernel("", leaves)).unwrap_err();
    assert!(wrong.contains("threads wait for others for ever"), "{wrong}");
}

#[test]
fn what_is_not_known_is_named() {
    let one = Grid { blocks: 1, width: 1 };
    for (body, words) in [
        ("sin.approx.f32 %r1, %r2;", "sin.approx.f32: not known here"),
        ("add.s32 %r1, %r99x, 1;", "%r99x: neither register nor number nor name"),
        ("bra $L_7;", "no label $L_7"),
        ("call.uni nobody, ();", "nobody is called and not there"),
        ("vote.sync.ballot.b32 %r5, %p1, 0x3;", "all of it"),
    ] {
        let wrong = play(one, &kernel("", body)).unwrap_err();
        assert!(wrong.contains(words), "{body}: {wrong}");
    }
    assert!(play(one, ".visible .entry test(").is_err());
}
